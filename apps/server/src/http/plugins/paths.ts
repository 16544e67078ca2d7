/** Paths that never answer with the front end's page (contract 3.1, rule 6). */
const reserved = ['/api', '/files', '/private/files', '/socket.io']

/** True for a path that belongs to the front end: its page, or one of its files. */
export function isFrontEndPath(url: string): boolean {
  return !reserved.some((prefix) => url.startsWith(prefix) && isBoundary(url.charCodeAt(prefix.length)))
}

/** End of text, `/` or `?`. */
function isBoundary(code: number): boolean {
  return Number.isNaN(code) || code === 47 || code === 63
}
