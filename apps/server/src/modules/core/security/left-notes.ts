import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { SecurityNote } from '../../../site.ts'

/** A note of a command: nobody calls it over the net. */
export type LeftNote = Pick<SecurityNote, 'event' | 'outcome' | 'account' | 'user' | 'detail'> & {
  /** UTC text as the engine's clock has it. */
  at: string
}

/** Leaves a security event for a site that does not run: it stands in its security log from its next start on. */
export function leaveSecurityNote(dir: string, note: Omit<LeftNote, 'at'>): void {
  const at = new Date().toISOString().replace('T', ' ').replace('Z', '000')
  appendFileSync(fileIn(dir), `${JSON.stringify({ ...note, at })}\n`, { mode: 0o600 })
}

/** The notes that commands left, once; lines that cannot be read are passed over. */
export function takeSecurityNotes(dir: string): LeftNote[] {
  const file = fileIn(dir)
  if (!existsSync(file)) return []
  const lines = readFileSync(file, 'utf8').split('\n')
  rmSync(file)
  return lines.flatMap((line) => {
    try {
      return line === '' ? [] : [JSON.parse(line) as LeftNote]
    } catch {
      return []
    }
  })
}

const fileIn = (dir: string) => join(dir, 'security-notes.jsonl')
