import type { Message } from '@tavla/contract'
import { HostingFault } from '../driver.ts'

const maxMessageLength = 300

/** The API can't be reached or can't answer now, which says nothing about the sites in the cluster. */
export function away(error: unknown): HostingFault {
  const { code, name, cause } = error as NodeJS.ErrnoException & { cause?: NodeJS.ErrnoException }
  const args = [code ?? cause?.code ?? name ?? '']
  return new HostingFault({ text: 'The cluster cannot be reached ({0}).', args }, 'away', error)
}

/** Maps a status other than 2xx to a fault. `isSecret`: don't quote the answer, because it might repeat the request. */
export function refusal(status: number, body: string, isSecret: boolean): HostingFault {
  if (status === 401) return new HostingFault({ text: 'The cluster does not accept the kubeconfig.' })
  if (status === 429 || status >= 500) return away(Object.assign(new Error('no answer'), { code: `HTTP ${status}` }))
  return refused(isSecret ? `HTTP ${status}` : (messageOf(body) ?? `HTTP ${status}`))
}

export const refused = (message: string) =>
  new HostingFault({ text: 'The cluster refused: {0}', args: [inOneLine(message)] })

export const foreignNamespace = (name: string) =>
  new HostingFault({ text: 'The namespace {0} belongs to somebody else.', args: [name] })

export const namespaceGoing = (name: string) =>
  new HostingFault({ text: 'The namespace {0} is still being deleted.', args: [name] })

export const noImage = (image: string, message: string) =>
  new HostingFault({ text: 'The image {0} cannot be had: {1}', args: [image, inOneLine(message)] })

export const noRoom = (message: string) =>
  new HostingFault({ text: 'The cluster has no place for the site: {0}', args: [inOneLine(message)] })

export const missingRights = (rights: readonly string[]) =>
  new HostingFault({ text: 'The kubeconfig lacks rights in the cluster: {0}', args: [rights.join(', ')] })

/** The sentence in an answer of a site or receiver, if it has one. */
export function faultIn(body: string): HostingFault | undefined {
  try {
    const { detail } = JSON.parse(body) as { detail?: Message }
    return typeof detail?.text === 'string' ? new HostingFault(detail) : undefined
  } catch {
    return undefined
  }
}

/** The message of a Status object. */
function messageOf(body: string): string | undefined {
  try {
    const { kind, message } = JSON.parse(body) as Record<string, unknown>
    return kind === 'Status' && typeof message === 'string' && message !== '' ? message : undefined
  } catch {
    return undefined
  }
}

const inOneLine = (text: string) => text.trim().replace(/\s+/g, ' ').slice(0, maxMessageLength)
