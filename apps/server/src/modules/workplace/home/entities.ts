import { type HomeEntity, Problem, type SummaryAnswer } from '@tavla/contract'
import { type Context, type Engine, navigation, summaryText } from '../../../entity/index.ts'

/** The entities of the side bar, each with the number of its records. */
export async function entities(engine: Engine, ctx: Context): Promise<HomeEntity[]> {
  const items = await navigation(engine, ctx)
  return Promise.all(items.map(async (item) => ({ ...item, count: await countOf(engine, ctx, item.id) })))
}

async function countOf(engine: Engine, ctx: Context, entity: string): Promise<number | null> {
  try {
    return (JSON.parse(await summaryText(engine, ctx, entity, {})) as SummaryAnswer).data.count
  } catch (error) {
    if (error instanceof Problem) return null
    throw error
  }
}
