import { createClient } from '@tavla/client'

/** The one backend of this application: its own origin. */
export const client = createClient()
