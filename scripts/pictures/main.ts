import { mkdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import sharp from 'sharp'
import { findBrowser } from '../../e2e/browser.ts'
import { passwords, startHq } from '../../e2e/site.ts'
import { type Caller, signIn } from './caller.ts'
import { tellStory } from './story.ts'

type Values = Readonly<Record<string, unknown>>
type Row = Values & { id: string }

const folder = path.resolve(import.meta.dirname, '../../docs/pictures')

/** Takes the pictures of the README from the running product: HQ with its project `demo`, in a headless browser. */
async function takePictures(): Promise<void> {
  const hq = await startHq()
  try {
    const admin = await signIn(hq.url, '/api/auth/login', { user: 'Administrator', password: passwords.admin })
    const site = await siteOfDemo(admin)
    const staff = await signIn(site, '/api/auth/login', { user: 'manager@example.com', password: passwords.demo })
    const [emily] = await list(staff, 'Contact', { contact_name: 'Emily Carter' }, 'contact_name asc')
    if (!emily) throw new Error('The sample no longer has Emily Carter.')
    await tellStory(staff, emily)
    const soon = { priority: 'High' }
    const tasks = await list(staff, 'Task', soon, 'due_date asc')
    const task = tasks.find(({ status, subject }) => status === 'Working' && isEnglish(subject)) ?? tasks[0]
    const hebrewTask = tasks.find(({ status, subject }) => status === 'Working' && !isEnglish(subject)) ?? tasks[0]
    const query = new URLSearchParams({ filters: JSON.stringify(soon), order_by: 'due_date asc' })

    await inBrowser(async (context) => {
      await context.addCookies([...staff.cookies, ...admin.cookies])
      const page = await context.newPage()
      await take(page, 'list', `${site}/app/Task/${task?.id}?${query}`)
      await take(
        page,
        'record',
        `${site}/app/Contact/${emily.id}?tab=communication&layout=List&order_by=contact_name asc`,
        'Delivered',
      )
      await take(page, 'console', `${hq.url}/project/demo/editor/Task`)
      await staff.call('PUT', '/api/user/manager@example.com', { language: 'he' })
      await take(page, 'hebrew', `${site}/app/Task/${hebrewTask?.id}?${query}`)
    })
  } finally {
    await hq.stop()
  }
}

/** Resolves to the address of the project `demo` when its site runs. */
async function siteOfDemo(admin: Caller): Promise<string> {
  for (;;) {
    const { entity: project } = (await admin.call('GET', '/api/entity/Project/demo')) as {
      entity: Record<string, string>
    }
    if (project.status === 'Running') return project.staging_url ?? ''
    if (project.status === 'Failed') throw new Error(`The project demo does not run: ${project.last_error}`)
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

async function list(site: Caller, entity: string, filters: Values, order: string): Promise<Row[]> {
  const query = new URLSearchParams({ filters: JSON.stringify(filters), order_by: order, limit_page_length: '40' })
  const { data } = (await site.call('GET', `/api/entity/${entity}?${query}`)) as { data: Row[] }
  return data
}

const isEnglish = (text: unknown) => /^[ -~]+$/.test(String(text))

async function inBrowser(work: (context: BrowserContext) => Promise<void>): Promise<void> {
  const found = await findBrowser()
  if (!found) throw new Error('No Chromium found: set CHROMIUM_PATH.')
  const env = { ...(process.env as Record<string, string>), ...found.env }
  const browser = await chromium.launch({ executablePath: found.executablePath, args: found.args, env })
  try {
    // Two device pixels per CSS pixel, so that text in the pictures is sharp.
    await work(
      await browser.newContext({
        ...{
          viewport: { width: 1440, height: 900 },
          deviceScaleFactor: 2,
          colorScheme: 'light',
          reducedMotion: 'reduce',
        },
        ...{ locale: 'en-GB', timezoneId: 'Asia/Jerusalem' },
      }),
    )
  } finally {
    await browser.close()
  }
}

/** Opens an address and saves a picture of it, in few colours, when loading has ended and `shown` is on screen. */
async function take(page: Page, name: string, url: string, shown = ''): Promise<void> {
  await page.goto(url, { waitUntil: 'networkidle' })
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
  if (shown) await page.getByText(shown).first().waitFor()
  await page.evaluate(() => document.fonts.ready)
  await page.waitForFunction(() => [...document.images].every((image) => image.complete))
  mkdirSync(folder, { recursive: true })
  const file = path.join(folder, `${name}.png`)
  await sharp(await page.screenshot())
    .png({ palette: true, quality: 90, effort: 10 })
    .toFile(file)
  console.log(`${path.relative(process.cwd(), file)} ${Math.round(statSync(file).size / 1024)} KB`)
}

await takePictures()
