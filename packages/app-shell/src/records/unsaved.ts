let isUnsaved = false

/** Remembers whether the open record has changes that leaving would lose. */
export function setUnsaved(isDirty: boolean): void {
  isUnsaved = isDirty
}

/** True while there is a draft that no screen change of our own may take away. */
export const hasUnsaved = (): boolean => isUnsaved
