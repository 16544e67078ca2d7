import { startMessage } from '../ground/start-error.ts'
import { HostingFault } from './driver.ts'
import { type SiteEnd, withEnd } from './site-end.ts'

/** Turns a system error from making a site's folder into a sentence. */
export function folderFault(error: unknown): HostingFault {
  if (error instanceof HostingFault) return error
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC' || code === 'EDQUOT') return noSpace(error)
  const text = 'The data folder cannot be written ({0}).'
  return new HostingFault({ text, args: [code ?? String((error as Error).message)] }, 'other', error)
}

export const noSpace = (cause?: unknown) =>
  new HostingFault({ text: 'There is no space left on the server.' }, 'other', cause)

/** For example, its disk is not mounted; a start would create an empty site in its place. */
export const folderMissing = () => new HostingFault({ text: 'The data folder of the project is missing.' })

export const portTaken = (port: number) =>
  new HostingFault({ text: 'Port {0} is in use by another program.', args: [String(port)] }, 'port')

export const noFreePort = () => new HostingFault({ text: 'The server has no free port.' })

export function addressFault(address: string, error: unknown): HostingFault {
  const args = [address, (error as NodeJS.ErrnoException).code ?? '']
  return new HostingFault({ text: 'The address {0} cannot be used ({1}).', args }, 'other', error)
}

/** Maximum length of a quoted sentence of a site. */
const maxQuoteLength = 300

/** The site ended before it answered; `sentence` is its own explanation, '' when it gave none. */
export function endedEarly(sentence: string, end?: SiteEnd): HostingFault {
  if (sentence === '') return new HostingFault(withEnd('The site ended before it answered.', end), 'ended')
  const message = startMessage(sentence)
  if (message) return new HostingFault(message, 'other')
  return new HostingFault({ text: 'The site did not start: {0}', args: [sentence.slice(0, maxQuoteLength)] }, 'other')
}

export const notAnswering = () => new HostingFault({ text: 'The site did not answer in time.' })
