const key = 'tavla.language'

/** The language that the session will probably have, so that its texts can be asked for before we know. */
export function guessLanguage(): string {
  return localStorage.getItem(key) ?? (navigator.language.startsWith('he') ? 'he' : 'en')
}

export function rememberLanguage(language: string): void {
  localStorage.setItem(key, language)
}
