// The shapes of fixed request bodies, one schema each; zod stays out of the browser (two entry points on purpose).
import * as z from 'zod/mini'

export const loginBody = z.object({
  email: z.optional(z.unknown()),
  user: z.optional(z.unknown()),
  password: z.optional(z.unknown()),
})
