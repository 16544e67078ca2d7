/** A key combination somebody listens to at the moment. */
export interface Shortcut {
  /** Keys joined with `+`; `Mod` is Ctrl, or Command on a Mac: `Mod+S`, `Shift+E`, `?`, `Escape`. */
  keys: string
  /** What it does, for the list under `?`; without one it is not listed. */
  label?: string | undefined
  handle: (event: KeyboardEvent) => void
}

interface Listening extends Shortcut {
  /** The window that was open when it came: a shortcut works in its own window alone. */
  scope: Element | undefined
}

const active: Listening[] = []

/** Listens to a shortcut until the returned function is called; the one that came last is asked first. */
export function addShortcut(shortcut: Shortcut): () => void {
  if (active.length === 0) window.addEventListener('keydown', dispatch)
  const listening = { ...shortcut, scope: topWindow() }
  active.push(listening)
  return () => {
    active.splice(active.indexOf(listening), 1)
    if (active.length === 0) window.removeEventListener('keydown', dispatch)
  }
}

/** The shortcuts that work on the page right now and have a label, each combination once. */
export function listShortcuts(): { keys: string; label: string }[] {
  const found = new Map<string, string>()
  for (const { keys, label, scope } of active) if (label !== undefined && scope === undefined) found.set(keys, label)
  return [...found].map(([keys, label]) => ({ keys, label }))
}

/** The parts of a combination as the keyboard at hand names them. */
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

/** Whether a combination is typed as one letter or sign, which a box takes for text. */
export const isLetterKey = (keys: string): boolean => /^(Shift\+)?.$/u.test(keys)

/** Whether shortcuts of one letter or sign work; whoever dictates or strays over the keys may not want them (WCAG 2.1.4). */
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
  // Which signs need Shift is up to the keyboard.
  if (/^[a-z]+$/i.test(key) && parts.includes('Shift') !== event.shiftKey) return false
  if (event.key.toLowerCase() === key.toLowerCase()) return true
  // On a Hebrew keyboard the S key types another letter: its place counts.
  return /^[a-z]$/i.test(key) && event.code === `Key${key.toUpperCase()}` && !/^[a-z]$/i.test(event.key)
}

/** Bare keys belong to the box one types in, the list one chooses from and an open menu; Escape closes the menu first. */
function isTakenBefore(keys: string, event: KeyboardEvent): boolean {
  const isLetter = isLetterKey(keys)
  if (keys.includes('+') && !isLetter) return keys === 'Mod+Z' && isWritable(event.target)
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
