//! The user's own game files, where an environment variable says where they are.
