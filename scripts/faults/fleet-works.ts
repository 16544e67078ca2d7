import { expectThat, until } from './fault.ts'
import type { Fleet } from './fleet.ts'

/** Work of HQ on the project `acme`, begun and not awaited. */
export interface Work {
  name: string
  /** Milliseconds within which a kill comes, from the beginning of the work on. */
  within: number
  begin(fleet: Fleet, round: number): Promise<void>
}

const patience = 120_000

/** The newest backup that was proven. */
export async function newestProven(fleet: Fleet): Promise<string> {
  const [newest] = await fleet.list('Backup', { project: 'acme', status: 'Proven' })
  expectThat(newest, 'No backup is proven any more.')
  return String(newest.id)
}

async function promotionReady(fleet: Fleet, round: number): Promise<string> {
  const text = { title: `Text ${round}`, text: `Of round ${round}` }
  const item = { key: `Canned Text/text-${round}`, change: 'add', before: null, after: text }
  await fleet.askSite('trial', { do: 'put', site: 'trial', items: [item] })
  const plan = async () => {
    const { status, json } = await fleet.act('Project', 'trial', 'plan_promotion', { target: 'acme' })
    return status === 200 && String(json.data.promotion)
  }
  // HQ may have noticed only now that a site was killed.
  const id = await until('A plan is refused.', plan, patience)
  await fleet.act('Promotion', id, 'rehearse')
  await until(
    'A rehearsal does not end.',
    async () => {
      const [promotion, target] = [await fleet.read('Promotion', id), await fleet.read('Project', 'acme')]
      return promotion?.status === 'Rehearsed' && target?.under_way == null
    },
    patience,
  )
  return id
}

const take = (fleet: Fleet) => fleet.act('Project', 'acme', 'take_backup')

/** In turns; what cannot be done in a state of the project is refused, which is no fault. */
export const works: readonly Work[] = [
  { name: 'backup', within: 800, begin: async (fleet) => void (await take(fleet)) },
  {
    name: 'proof',
    within: 1500,
    begin: async (fleet) => void (await fleet.act('Backup', await newestProven(fleet), 'prove')),
  },
  {
    name: 'restore',
    within: 3500,
    begin: async (fleet) =>
      void (await fleet.act('Project', 'acme', 'restore_project', { backup: await newestProven(fleet) })),
  },
  {
    name: 'clone',
    within: 4000,
    begin: async (fleet, round) => {
      const wish = { id: `clone-${round}`, project_name: `Clone ${round}` }
      await fleet.act('Project', 'acme', 'clone_project', wish)
    },
  },
  {
    name: 'promotion',
    within: 1500,
    begin: async (fleet, round) => void (await fleet.act('Promotion', await promotionReady(fleet, round), 'apply')),
  },
  {
    name: 'roll back',
    within: 400,
    begin: async (fleet, round) => {
      const id = await promotionReady(fleet, round)
      await fleet.act('Promotion', id, 'apply')
      await until(
        'A promotion does not end.',
        async () => {
          const target = await fleet.read('Project', 'acme')
          return (await fleet.read('Promotion', id))?.status === 'Applied' && target?.under_way == null
        },
        patience,
      )
      void fleet.act('Promotion', id, 'roll_back')
    },
  },
  {
    name: 'prune',
    within: 1200,
    begin: async (fleet, round) => {
      // Turns of the plan, so that each backup lets another one go.
      await fleet.call('PUT', '/api/entity/Backup%20Plan/Daily', { keep_hourly: 1 + (round % 2) })
      await take(fleet)
    },
  },
]
