import type { Bench, Measure } from '../bench.ts'
import { compare, type Row, spreadOf } from '../measure.ts'
import { dealsNow, formSave, otherSave, plainSave, type SaveAnswer, save } from '../saves.ts'

type Saves = () => Promise<SaveAnswer>

/** The cost of safe saves: those of our forms, and those that are merged, against plain updates of the same records. */
export const merge: Measure = async function* (bench) {
  const plain: Saves = async () => {
    const deals = await dealsNow(bench)
    return save(
      bench,
      deals.map((deal) => plainSave(bench, deal)),
    )
  }
  const asForms: Saves = async () => {
    const deals = await dealsNow(bench)
    return save(
      bench,
      deals.map((deal) => formSave(bench, deal)),
    )
  }
  await plain()
  await asForms()
  yield await againstPlain(bench, 'update as a form sends it', 0.9, plain, asForms)

  let merging: string[] = []
  const plainBefore: Saves = async () => {
    const before = await dealsNow(bench)
    const requests = before.map((deal) => plainSave(bench, deal))
    const answer = await save(bench, requests)
    // The first deals were saved now; to whoever saves from before, they have changed.
    merging = before.slice(0, answer.count).map((deal) => otherSave(bench, deal))
    return answer
  }
  const late: Saves = () => save(bench, merging)
  await plainBefore()
  await late()
  yield await againstPlain(bench, 'update that merges', 0.8, plainBefore, late)
}

async function againstPlain(bench: Bench, name: string, least: number, plain: Saves, safe: Saves): Promise<Row> {
  const cpus = { plain: [] as number[], safe: [] as number[] }
  const rate = async (which: keyof typeof cpus, saves: Saves) => {
    const { cpu, perSecond } = await saves()
    cpus[which].push(cpu)
    return perSecond
  }
  const { value, baseline, ratio } = await compare(
    bench.rounds,
    () => rate('plain', plain),
    () => rate('safe', safe),
  )
  const cpu = (which: keyof typeof cpus) => spreadOf(cpus[which]).median.toFixed(0)
  const note = `CPU ${cpu('safe')} µs each, plain ${cpu('plain')} µs`
  const target = { of: 'ratio', least } as const
  return { name, value, unit: '/s', baseline: { name: 'plain updates', value: baseline }, ratio, target, note }
}
