let isQuiet = false

/** Focuses a control without opening its list, for focus that the program moves rather than the user. */
export function focusQuietly(control: HTMLElement): void {
  isQuiet = true
  control.focus()
  isQuiet = false
}

/** True while `focusQuietly` moves the focus; focus events run inside that call. */
export const isFocusQuiet = (): boolean => isQuiet
