import { type Bench, listRequests, type Measure, siteRate, warmUp } from '../bench.ts'
import { makeDeal, offerNumber, searchedFields } from '../deal.ts'
import { compare } from '../measure.ts'
import { pick, pickByRank, randomFrom } from '../random.ts'
import { english, hebrew } from '../words.ts'

/** Directus, at 100,000 records on such a machine, did 22 a second; ours are to be twenty times as quick. */
const wanted = 440

/** Terms that the people of one business look for in a morning. */
const usualTerms = 200

/**
 * What people type into the box over the list: any text of the record may contain it, first 40 and exact count. First as
 * a business does it, where the same terms come again; then with hardly any term twice, which no memory helps.
 */
export const search: Measure = async function* (bench) {
  const usual = searchRequests(bench, mixOfTerms(bench.records, usualTerms))
  await warmUp(bench, usual)
  const again = await compare(
    bench.rounds,
    () => scanRate(bench, mixOfTerms(bench.records, 500)),
    () => siteRate(bench, usual),
  )
  yield {
    name: `search: the same ${usualTerms} terms, 40 rows, exact count`,
    value: again.value,
    unit: '/s',
    baseline: { name: 'scan of the texts', value: again.baseline },
    ratio: again.ratio,
    target: { of: 'value', least: wanted },
  }
  const terms = mixOfTerms(bench.records, 20_000)
  const requests = searchRequests(bench, terms)
  await warmUp(bench, requests.splice(0, 1000))
  const { value, baseline, ratio } = await compare(
    bench.rounds,
    () => scanRate(bench, terms),
    () => siteRate(bench, takeRound()),
  )
  yield {
    name: 'search: ever new terms, 40 rows, exact count',
    value,
    unit: '/s',
    baseline: { name: 'scan of the texts', value: baseline },
    ratio,
  }
  for (const [name, make] of Object.entries(kinds)) {
    const random = randomFrom(name.length)
    const some = Array.from({ length: 2000 }, () => make(random, bench.records))
    yield { name: `search: ${name}`, value: await siteRate(bench, searchRequests(bench, some)), unit: '/s' }
  }

  /** Each round gets terms of its own, so that no count is known from an earlier one, but for words that people repeat. */
  function takeRound(): string[] {
    const length = Math.floor(requests.length / bench.rounds)
    return requests.splice(0, Math.max(length, 1))
  }
}

const kinds: Record<string, (random: () => number, records: number) => string> = {
  'rare numbers': (random, records) => offerNumber(Math.floor(random() * records)),
  names: (random, records) => {
    const deal = makeDeal(Math.floor(random() * records))
    return pick(random, [
      deal.owner_name,
      deal.company.split(' ')[0] as string,
      deal.contact_email.split('@')[0] as string,
    ])
  },
  'common words': (random) => pickByRank(random, english.slice(10, 600)),
  Hebrew: (random) => pickByRank(random, hebrew.slice(5, 400)),
  'two words': (random, records) => {
    const words = makeDeal(Math.floor(random() * records)).notes.split(' ')
    const at = Math.floor(random() * (words.length - 1))
    return `${words[at]} ${words[at + 1]}`
  },
}

function mixOfTerms(records: number, length: number): string[] {
  const random = randomFrom(99)
  const [numbers, names, common, inHebrew, two] = Object.values(kinds) as [Kind, Kind, Kind, Kind, Kind]
  const mix = [numbers, numbers, numbers, names, names, names, common, common, inHebrew, two]
  return Array.from({ length }, () => pick(random, mix)(random, records))
}

type Kind = (typeof kinds)[string]

function searchRequests(bench: Bench, terms: readonly string[]): string[] {
  return listRequests(
    bench,
    terms.map((term) => ({
      or_filters: Object.fromEntries(searchedFields.map((name) => [name, ['like', `%${term}%`]])),
      limit_page_length: 40,
      order_by: 'modified desc',
    })),
  )
}

/** What a search costs where there is no index for it: every text is looked at, for the count alone. */
function scanRate({ sql, seconds }: Bench, terms: readonly string[]): number {
  const columns = searchedFields.map((name) => (name === 'id' ? 'id_fold' : `f_${name}`))
  const statement = `select count(*) from ${sql.table} where ${columns.map((name) => `${name} like ?1`).join(' or ')}`
  return sql.perSecond(
    statement,
    terms.slice(0, 500).map((term) => [`%${term.toLowerCase()}%`]),
    seconds,
  )
}
