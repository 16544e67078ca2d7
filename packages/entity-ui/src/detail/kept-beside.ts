/** A person's choices for the tab beside the form of a wide record, as this browser keeps them. */
export interface Beside {
  /** Id of the tab chosen last; '' before the first choice. */
  tab: string
  /** In pixels; 0 is the default. */
  width: number
  isHidden: boolean
}

const keyOf = (user: string) => `tavla.beside.${user}`

/** The person's choices, or the defaults. */
export function keptBeside(user: string): Beside {
  const { tab, width, isHidden } = read(keyOf(user))
  return {
    tab: typeof tab === 'string' ? tab : '',
    width: typeof width === 'number' && width > 0 ? width : 0,
    isHidden: isHidden === true,
  }
}

/** Keeps the choices for the next record and the next visit, if the browser lets it. */
export function keepBeside(user: string, beside: Beside): void {
  try {
    localStorage.setItem(keyOf(user), JSON.stringify(beside))
  } catch {
    // Storage is full or forbidden: the choices hold until the page ends.
  }
}

function read(key: string): Partial<Record<keyof Beside, unknown>> {
  try {
    return Object(JSON.parse(localStorage.getItem(key) ?? '{}'))
  } catch {
    return {}
  }
}
