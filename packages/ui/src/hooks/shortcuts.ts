/** A registered key combination. */
export interface Shortcut {
  /** Keys joined with `+`; `Mod` is Ctrl, or Command on a Mac: `Mod+S`, `Shift+E`, `?`, `Escape`. */
  keys: string
  /** Its name in the list under `?`; without one it is not listed. */
  label?: string | undefined
  handle: (event: KeyboardEvent) => void
}

interface RegisteredShortcut extends Shortcut {
  /** The window that was open when it was registered: a shortcut works only in its own window. */
  scope: Element | undefined
}

const active: RegisteredShortcut[] = []

/** Registers a shortcut until the returned function is called; the newest match wins. */
export function addShortcut(shortcut: Shortcut): () => void {
  if (active.length === 0) window.addEventListener('keydown', dispatch)
  const listening = { ...shortcut, scope: topWindow() }
  active.push(listening)
  return () => {
    active.splice(active.indexOf(listening), 1)
    if (active.length === 0) window.removeEventListener('keydown', dispatch)
  }
}

/** A shortcut that works on the page, and does the same when it is run by its name. */
export interface ListedShortcut {
  keys: string
  label: string
  run(): void
}

/** The shortcuts with a label that work on the page right now, each combination once. */
export function listShortcuts(): ListedShortcut[] {
  const found = new Map<string, ListedShortcut>()
  for (const { keys, label, scope, handle } of active) {
    if (label === undefined || scope !== undefined) continue
    found.set(keys, { keys, label, run: () => handle(new KeyboardEvent('keydown')) })
  }
  return [...found.values()]
}

/** The parts of a combination, named as on the user's keyboard. */
export function keyNames(keys: string): string[] {
  const names: Record<string, string> = {
    Mod: isMac() ? '⌘' : 'Ctrl',
    Escape: 'Esc',
    Enter: '↵',
    ArrowUp: '↑',
    ArrowDown: '↓',
    Delete: isMac() ? '⌦' : 'Del',
  }
  return keys.split('+').map((part) => names[part] ?? part.charAt(0).toUpperCase() + part.slice(1))
}

/** True for a combination of one letter or sign, which a text box takes as text. */
export const isLetterKey = (keys: string): boolean => /^(Shift\+)?.$/u.test(keys)

/**
 * True if shortcuts of one letter or sign work; people who dictate or often hit keys by mistake may turn them off (WCAG
 * 2.1.4).
 */
export const hasLetterKeys = (): boolean => localStorage.getItem(letterKey) !== 'off'

/** Turns shortcuts of one letter or sign on or off in this browser, from the next key on. */
export function setLetterKeys(isOn: boolean): void {
  if (isOn) localStorage.removeItem(letterKey)
  else localStorage.setItem(letterKey, 'off')
}

const letterKey = 'tavla.keys'

function dispatch(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return
  const scope = topWindow()
  const shortcut = active.findLast((one) => one.scope === scope && matches(one.keys, event))
  if (shortcut && !isTakenBefore(shortcut.keys, event)) shortcut.handle(event)
}

function matches(keys: string, event: KeyboardEvent): boolean {
  const parts = keys.split('+')
  const key = parts.at(-1) ?? ''
  const isModified = event.ctrlKey || event.metaKey
  if (parts.includes('Mod') !== isModified || parts.includes('Alt') !== event.altKey) return false
  // Signs need Shift on some keyboards only.
  if (/^[a-z]+$/i.test(key) && parts.includes('Shift') !== event.shiftKey) return false
  if (event.key.toLowerCase() === key.toLowerCase()) return true
  // On a Hebrew keyboard the S key types another letter: its position counts.
  return /^[a-z]$/i.test(key) && event.code === `Key${key.toUpperCase()}` && !/^[a-z]$/i.test(event.key)
}

/** Text boxes, lists and open menus take plain keys first; Escape closes the menu first. */
function isTakenBefore(keys: string, event: KeyboardEvent): boolean {
  const isLetter = isLetterKey(keys)
  if (keys.includes('+') && !isLetter) return /^Mod\+(Shift\+)?Z$/.test(keys) && isWritable(event.target)
  if (isLetter && !hasLetterKeys()) return true
  if (document.querySelector('[popover]:popover-open:not([data-passive])')) return true
  return keys !== 'Escape' && isWritable(event.target)
}

const isWritable = (target: EventTarget | null): boolean => target instanceof HTMLElement && target.matches(writable)

const writable =
  'textarea, select, [role="combobox"], [contenteditable], ' +
  'input:not([type="checkbox"], [type="radio"], [type="button"], [type="submit"])'

const topWindow = (): Element | undefined => [...document.querySelectorAll('dialog:modal')].at(-1)

const isMac = (): boolean => /mac|iphone|ipad/i.test(navigator.platform)
