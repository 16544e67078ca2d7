const key = 'tavla.return'

/** Remembers the address that a visitor wanted before signing in. */
export function rememberPath(path: string): void {
  sessionStorage.setItem(key, path)
}

/** Forgets the remembered path. */
export function forgetPath(): void {
  sessionStorage.removeItem(key)
}

/** Returns and forgets the remembered path; `/` without one, or for one that would lead to another site. */
export function takePath(): string {
  const path = sessionStorage.getItem(key) ?? '/'
  sessionStorage.removeItem(key)
  return /^\/(?![/\\])/.test(path) ? path : '/'
}
