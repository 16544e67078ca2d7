import type { Message } from '@tavla/contract'
import { StoreFault } from './object-store.ts'

/** A fault as it leaves a thread. */
export interface FaultData {
  message: string
  detail?: Message
  code?: string
}

/** The parts of a fault that its reader needs. */
export function faultData(error: unknown): FaultData {
  const { message, code } = error as NodeJS.ErrnoException
  const detail = error instanceof StoreFault ? { detail: error.detail } : {}
  return { message, ...detail, ...(code === undefined ? {} : { code }) }
}

/** A StoreFault, or an error with the system's code. */
export function faultFrom({ message, detail, code }: FaultData): Error {
  return detail ? new StoreFault(detail) : Object.assign(new Error(message), code === undefined ? {} : { code })
}
