/** The longest time that a timer can take, in milliseconds: the notice stays until it is answered. */
export const untilAnswered = 2 ** 31 - 1
