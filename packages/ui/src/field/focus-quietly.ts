let isQuiet = false

/** Focuses a control without its list dropping, for where the focus is moved for a person and not by one. */
export function focusQuietly(control: HTMLElement): void {
  isQuiet = true
  control.focus()
  isQuiet = false
}

/** True while the focus is being moved quietly; focus events run inside the call that moves it. */
export const isFocusQuiet = (): boolean => isQuiet
