import type { PersonalMarks } from '../../entity/index.ts'
import { StartError } from '../../ground/start-error.ts'

/** How a copy differs from its original (reference: hosting, Clone). */
export interface CloneOrder {
  /** Personal data is masked. */
  mask: boolean
  /** Users keep their passwords; otherwise Administrator alone has one. */
  keepSignIn: boolean
  /** The new password of Administrator. */
  adminPassword: string
  /** Fields that became personal since the copy was made. */
  personal?: PersonalMarks | undefined
}

/** Reads an order as HQ writes it. @throws StartError */
export function readCloneOrder(text: string): CloneOrder {
  try {
    const { mask, keepSignIn, adminPassword, personal } = JSON.parse(text) as Partial<CloneOrder>
    if (typeof mask === 'boolean' && typeof keepSignIn === 'boolean' && typeof adminPassword === 'string') {
      return { mask, keepSignIn, adminPassword, personal }
    }
  } catch {
    // The parser's message would quote the password.
  }
  throw new StartError('The order of the clone cannot be read.')
}
