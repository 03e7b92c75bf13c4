//! The game's files: what is written is read, what is damaged is refused, and nothing panics.

mod arbitrary;
mod damage;
mod real;
mod roundtrip;
mod sample;
mod scenes;
