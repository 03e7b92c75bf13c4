//! What holds whatever the world and the way: rules of the original that break one of these are named and shown.

mod drift;
mod holes;
mod junk;
mod order;
mod penetration;
mod scans;
mod things;
mod translation;
