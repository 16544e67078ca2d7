import { join } from 'node:path'
import { FileArea } from '../../files/area.ts'
import type { MakeModule } from '../../site.ts'
import { seedPhotos, seedRecords } from './seed.ts'
import { taskBehaviour } from './task.ts'

/** App `sample`: Contacts, Tasks and Quotes with a small story in both languages (reference: configuration, First start). */
const makeSampleModule: MakeModule = (site) => ({
  app: 'sample',
  entities: new URL('./entities/', import.meta.url),
  behaviours: [taskBehaviour],
  async seed(engine, ctx) {
    const contacts = await seedRecords(engine, ctx)
    await seedPhotos(engine, ctx, contacts, new FileArea(join(site.config.dir, 'files')))
  },
})

export default makeSampleModule
