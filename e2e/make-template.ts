import { createSite } from '../apps/server/src/app.ts'
import { readSiteConfig } from '../apps/server/src/config/site-config.ts'
import { createIn, createRecord, type Engine, systemContext } from '../apps/server/src/entity/index.ts'
import { manyParcels, passwords } from './site.ts'

// Fills the data folder named on the command line: the sample, and a list that is too long for one read.
const running = await createSite(
  readSiteConfig(process.argv[2] ?? '', {
    sample: true,
    port: 0,
    adminPassword: passwords.admin,
    demoPassword: passwords.demo,
  }),
)
await addParcels(running.site.engine)
await running.close()

async function addParcels(engine: Engine): Promise<void> {
  const ctx = systemContext(engine)
  await createRecord(engine, ctx, 'Entity', {
    id: 'Parcel',
    module: 'Post',
    naming_rule: 'Field',
    naming_value: 'code',
    title_field: 'code',
    sort_field: 'code',
    sort_order: 'ASC',
    is_main_nav: 0,
    fields: [
      { fieldname: 'code', label: 'Code', fieldtype: 'Data', reqd: 1, in_list_view: 1 },
      { fieldname: 'status', label: 'Status', fieldtype: 'Select', options: 'Open\nDone', in_list_view: 1 },
    ],
  })
  await engine.store.write(async (tx) => {
    for (let n = 1; n <= manyParcels; n++) {
      await createIn(engine, ctx, tx, 'Parcel', { code: `P-${String(n).padStart(5, '0')}`, status: 'Open' })
    }
  })
}
