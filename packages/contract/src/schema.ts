// The shapes of fixed request bodies, one schema each; a second entry point keeps zod out of the browser.
import * as z from 'zod/mini'

export const loginBody = z.object({
  email: z.optional(z.unknown()),
  user: z.optional(z.unknown()),
  password: z.optional(z.unknown()),
})
