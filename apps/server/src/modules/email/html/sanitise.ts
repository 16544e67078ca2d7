import { invalid } from '@tavla/contract'
import { mailThread, ThreadLimitError } from '../thread/mail-thread.ts'

/** Limits up to which HTML is cleaned in this thread: most letters are short. Characters and tags. */
const inlineLimits = { length: 20_000, tags: 100 }

/**
 * Cleans HTML that a user wrote, for storage, display and sending; long HTML in a worker thread.
 * @throws Problem 417 for HTML that the thread can't clean within its limits
 */
export async function sanitise(html: string): Promise<string> {
  if (html.length <= inlineLimits.length && html.split('<', inlineLimits.tags + 2).length <= inlineLimits.tags + 1) {
    // Few processes clean HTML at their start, so load the library late.
    const { clean } = await import('./clean.ts')
    return clean(html).html
  }
  try {
    const cleaned = await mailThread.clean(html)
    if (!cleaned.isCut) return cleaned.html
  } catch (error) {
    if (!(error instanceof ThreadLimitError)) throw error
  }
  // Refuse the letter rather than send half of it.
  throw invalid('The value for {0} is not valid', [{ translate: 'Message' }])
}
