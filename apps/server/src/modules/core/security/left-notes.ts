import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { utcText } from '../../../ground/utc-text.ts'
import type { SecurityNote } from '../../../site.ts'

/** A note from a command, which has no caller on the network. */
export type CommandNote = Pick<SecurityNote, 'event' | 'outcome' | 'account' | 'user' | 'detail'> & {
  /** UTC text in the format of the engine's clock. */
  at: string
}

/** Leaves a security event for a stopped site, which adds it to its security log at its next start. */
export function leaveSecurityNote(dir: string, note: Omit<CommandNote, 'at'>): void {
  const at = utcText(Date.now())
  appendFileSync(fileIn(dir), `${JSON.stringify({ ...note, at })}\n`, { mode: 0o600 })
}

/** Reads and removes the notes that commands left; skips unreadable lines. */
export function takeSecurityNotes(dir: string): CommandNote[] {
  const file = fileIn(dir)
  if (!existsSync(file)) return []
  const lines = readFileSync(file, 'utf8').split('\n')
  rmSync(file)
  return lines.flatMap((line) => {
    try {
      return line === '' ? [] : [JSON.parse(line) as CommandNote]
    } catch {
      return []
    }
  })
}

const fileIn = (dir: string) => join(dir, 'security-notes.jsonl')
