import { HostingFault } from './driver.ts'

/** What the system said while a site's folder was being made, in words. */
export function folderFault(error: unknown): HostingFault {
  if (error instanceof HostingFault) return error
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new HostingFault({ text: 'There is no space left on the server.' }, 'other', error)
  }
  const text = 'The data folder cannot be written ({0}).'
  return new HostingFault({ text, args: [code ?? String((error as Error).message)] }, 'other', error)
}

export const portTaken = (port: number) =>
  new HostingFault({ text: 'Port {0} is in use by another program.', args: [String(port)] }, 'port')

export const noFreePort = () => new HostingFault({ text: 'The server has no free port.' })

/** The site ended before it answered; `sentence` is what it said itself. */
export function endedEarly(sentence: string): HostingFault {
  if (sentence === '') return new HostingFault({ text: 'The site ended before it answered.' }, 'ended')
  return new HostingFault({ text: 'The site did not start: {0}', args: [sentence] }, 'other')
}

export const notAnswering = () => new HostingFault({ text: 'The site did not answer in time.' })
