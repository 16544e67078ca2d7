import type { Message } from '@tavla/contract'
import type { Context } from '../entity/index.ts'
import type { Caller } from './people.ts'

/** The security log: entity Security Event, and a line each in `logs/security.log`. */
export interface Security {
  /** Records an event without delay. It never throws; a flood of one kind of event is counted instead of written. */
  note(note: SecurityNote): void
  /** Resolves once all events so far are stored, or cannot be stored now. */
  settled(): Promise<void>
}

export interface SecurityNote {
  event: SecurityEventName
  outcome: 'Allowed' | 'Refused'
  /** The call that caused the event: gives the user, the address and the request id where they are not given separately. */
  ctx?: Context
  /** The account name as it was typed. */
  account?: string
  /** Id of the acting user. */
  user?: string
  caller?: Caller
  /** Never contains a password, key, token or cookie. A Message is translated for each reader. */
  detail?: string | Message
  requestId?: string
}

export type SecurityEventName =
  | 'Signed In'
  | 'Sign-In Failed'
  | 'Locked'
  | 'Signed Out'
  | 'Sessions Ended'
  | 'Password Reset Asked'
  | 'Password Changed'
  | 'Second Factor'
  | 'Roles Changed'
  | 'Rights Changed'
  | 'User Disabled'
  | 'Secret Revealed'
  | 'Origin Refused'
  | 'Request Refused'
  | 'Token Used'
  | 'Token Refused'
  | 'Export'
  | 'Key Rotated'
