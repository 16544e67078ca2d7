const key = 'tavla.return'

/** Remembers where somebody wanted to go before having to sign in. */
export function rememberPath(path: string): void {
  sessionStorage.setItem(key, path)
}

/** Forgets the remembered path. */
export function forgetPath(): void {
  sessionStorage.removeItem(key)
}

/** Takes the remembered path, once; `/` without one, or with one that would lead elsewhere. */
export function takePath(): string {
  const path = sessionStorage.getItem(key) ?? '/'
  sessionStorage.removeItem(key)
  return /^\/(?![/\\])/.test(path) ? path : '/'
}
