//! Texts of the first walk through the window.

macro_rules! texts {
    ($($name:ident $text:literal)*) => { $(pub(crate) const $name: &str = $text;)* };
}

texts! {
    TOUR "Take the tour"
    TOUR_NEXT "Skip this"
    TOUR_LEAVE "Leave"
    TOUR_DONE "Done"
    TOUR_AGAIN "Open its scene again"

    TOUR_PLAY "1 · Let it run"
    TOUR_PLAY_SAY "A camera in a corridor, one sweep a tick, each a little longer than the last. On the left (A) the original's rules; on the right (B) a common port of them. Press Space and watch the blue dot, the published eye."
    TOUR_PART "2 · Where they part"
    TOUR_PART_SAY "Below, the row |A − B| shows how far apart the two are. Press Shift+N (back to the last change of verdict), or Go to under “first difference” on the right: the cursor stops at the first tick on which they differ."
    TOUR_MOMENTS "3 · Inside a tick"
    TOUR_MOMENTS_SAY "A tick is many events. Press Alt+. a few times: step by step the sphere goes on, and the views show only what has happened so far. Alt+, goes back."
    TOUR_PICK "4 · Point at it"
    TOUR_PICK_SAY "Click the wall in a view, or a row of the autopsy on the right. What is picked lights up in both, with its numbers; a right click on a row copies them in full."
    TOUR_EYE "5 · Through the eye"
    TOUR_EYE_SAY "Press C twice: free, chase, published eye. The view is what a player would see. C goes on to the sought eye and round again."
    TOUR_END "That is the window"
    TOUR_END_SAY "F1 lists every key, Ctrl+K finds every command by name, and the gallery (File) has a scene for each known bug. Change a switch under Policy to see what it does; drop a scene, a recording or a mesh on the window to open it."
}
