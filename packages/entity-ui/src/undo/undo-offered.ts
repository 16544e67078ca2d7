/** How long a notice offers Undo, in milliseconds (reference: screens, Undo). */
export const undoOffered = 8000
