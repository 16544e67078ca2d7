import { invalid } from '@tavla/contract'
import { mailThread, TooMuch } from '../thread/mail-thread.ts'

/** What is cleaned where it is asked for: letters of people, which are short. Characters and tags. */
const short = { length: 20_000, tags: 100 }

/**
 * HTML that was written here, as it is stored, shown and sent. What would take its time is cleaned in a thread.
 * @throws Problem 417 for what no thread can clean in its time
 */
export async function sanitise(html: string): Promise<string> {
  if (html.length <= short.length && html.split('<', short.tags + 2).length <= short.tags + 1) {
    // Few processes have a mail to look through at their start.
    const { clean } = await import('./clean.ts')
    return clean(html).html
  }
  try {
    const cleaned = await mailThread.clean(html)
    if (!cleaned.isCut) return cleaned.html
  } catch (error) {
    if (!(error instanceof TooMuch)) throw error
  }
  // Nobody wants half a letter to leave.
  throw invalid('The value for {0} is not valid', [{ translate: 'Message' }])
}
