import { browserShelf } from './shelf.ts'

/** Removes the copies of everyone at a site, drafts not. @throws DOMException where this browser keeps nothing */
export async function wipeCopies(origin: string): Promise<void> {
  for (const [site, user] of await browserShelf.owners()) if (site === origin) await browserShelf.wipe(site, user)
}
