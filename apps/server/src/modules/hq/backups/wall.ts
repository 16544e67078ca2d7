import type { Engine } from '../../../entity/index.ts'

/** HQ's wall clock at a moment of UTC text, as a date whose local parts are those of the clock. */
export const wallDate = (engine: Engine, utc: string): Date => new Date(engine.clock.toWall(utc).replace(' ', 'T'))
