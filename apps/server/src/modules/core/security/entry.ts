import { limits } from '@tavla/contract'
import { encodeSentence } from '../../../ground/sentences.ts'
import type { SecurityNote } from '../../../site.ts'

/** A security event as its row and its log line have it. `at` is UTC text. */
export interface SecurityEntry {
  event: SecurityNote['event']
  outcome: SecurityNote['outcome']
  account: string | null
  user: string | null
  address: string | null
  agent: string | null
  detail: string | null
  at: string
  request_id: string | null
}

/** Makes the entry of a note: cuts every text, keeps it on one line, and removes text that looks like a key. */
export function entryOf(note: SecurityNote, at: string): SecurityEntry {
  const { ctx } = note
  const caller = note.caller ?? ctx?.caller?.()
  const user = note.user ?? ctx?.actor.user
  const detail = typeof note.detail === 'object' ? encodeSentence(note.detail) : note.detail
  return {
    event: note.event,
    outcome: note.outcome,
    account: plain(note.account, limits.dataLength),
    user: user === 'Guest' ? null : plain(user, limits.dataLength),
    address: plain(caller?.ip, limits.dataLength),
    agent: plain(caller?.userAgent, limits.dataLength),
    detail: plain(detail, limits.smallTextLength),
    at,
    request_id: plain(note.requestId ?? ctx?.requestId, limits.dataLength),
  }
}

function plain(text: string | undefined, maxLength: number): string | null {
  if (!text) return null
  return withoutKeys(text.slice(0, maxLength * 2).replace(unprintable, ' ')).slice(0, maxLength) || null
}

/** Control characters and direction overrides; isolates stay, because stored sentences need them. */
const unprintable = /[\p{Cc}\u2028-\u202e\u200e\u200f]+/gu

/** Our keys and cookies have 43 such characters, and signed tokens dots between them; no name has. */
const withoutKeys = (text: string) => text.replace(/[\w-]{40,}(?:\.[\w-]+)*(?!@)/g, '…')
