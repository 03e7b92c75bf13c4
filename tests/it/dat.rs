//! The game's files: what is written is read, what is damaged is refused, and nothing panics.

mod arbitrary;
mod commands;
mod damage;
mod odd;
mod real;
mod refused;
mod roundtrip;
mod sample;
mod scenes;
mod told;
