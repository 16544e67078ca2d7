import type { ApiError } from '@tavla/client'
import type { ReactNode } from 'react'

/** The application puts its own part below the message of the error window (reference: screens, Error window). */
export const errorHelp: { of?: (error: ApiError) => ReactNode } = {}
