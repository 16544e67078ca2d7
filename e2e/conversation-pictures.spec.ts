import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { expectAccessibleByDayAndNight } from './accessibility.ts'
import { type Mailbox, openMailbox, openThread } from './conversation.ts'
import { test as base, expect } from './fixtures.ts'
import { unique } from './screens.ts'

const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

interface ForeignServer {
  url: string
  /** The received requests, oldest first. */
  asked: { path: string; headers: IncomingHttpHeaders }[]
}

/** A foreign server that records requests for its images. */
const test = base.extend<{ elsewhere: ForeignServer; receive: Mailbox }>({
  // biome-ignore lint/correctness/noEmptyPattern: the runner wants a pattern here
  elsewhere: async ({}, use) => {
    const asked: ForeignServer['asked'] = []
    const server = createServer(({ url = '', headers }, response) => {
      asked.push({ path: url, headers })
      response.writeHead(200, { 'content-type': 'image/gif', 'set-cookie': 'reader=1' }).end(pixel)
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    await use({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked })
    server.closeAllConnections()
    server.close()
  },
  receive: async ({ api }, use) => use(await openMailbox(api)),
})

const newCustomer = () => `dan-${unique()}@customer.example`

test('remote images of a mail load on request, and reveal nothing about the reader @once', async ({
  page,
  api,
  signIn,
  t,
  elsewhere,
  receive,
}) => {
  const email = newCustomer()
  const { id } = await api.create('Contact', { contact_name: `Dan ${unique()}`, email })
  await receive(
    [
      `From: Dan <${email}>`,
      'To: shop@bakery.example',
      'Subject: Our cakes',
      'Content-Type: multipart/related; boundary="part"',
      ...['', '--part', 'Content-Type: text/html; charset=utf-8', ''],
      `<p>Look: <img src="${elsewhere.url}/cake.gif" alt="A cake" width="40" height="40">`,
      '<img src="cid:logo@shop" alt="Our sign" width="30" height="30">',
      `<img src="${elsewhere.url}/counter.gif" width="1" height="1"></p>`,
      ...['--part', 'Content-Type: image/gif; name="logo.gif"', 'Content-ID: <logo@shop>'],
      ...['Content-Transfer-Encoding: base64', '', pixel.toString('base64'), '--part--', ''],
    ].join('\r\n'),
  )
  await signIn(page, 'staff@example.com')
  const { details } = await openThread(page, t, id)
  const frame = details.frameLocator('.mail-frame')
  await expect(frame.getByText('A cake')).toBeVisible()
  await expect(frame.locator('img')).toHaveCount(1)
  await expectDrawn(page, 'Our sign')
  expect(elsewhere.asked).toEqual([])

  await expectAccessibleByDayAndNight(page)
  await details.getByRole('button', { name: t('Show pictures') }).click()
  await expectDrawn(page, 'A cake')
  await expectDrawn(page, 'Our sign')
  await expect(details.getByRole('button', { name: t('Show pictures') })).toHaveCount(0)
  // An invisible image only counts readers, and is never requested.
  expect(elsewhere.asked.map(({ path }) => path)).toEqual(['/cake.gif'])
  for (const { headers } of elsewhere.asked) {
    expect(headers.referer).toBeUndefined()
    expect(headers.cookie).toBeUndefined()
  }
})

test('a hostile mail runs nothing, sends nothing and ends no session, with and without its images @he', async ({
  page,
  api,
  signIn,
  t,
  site,
  elsewhere,
  receive,
}) => {
  const email = newCustomer()
  const { id } = await api.create('Contact', { contact_name: `Mallory ${unique()}`, email })
  const evil = `${elsewhere.url}/evil`
  await receive({
    from: email,
    subject: 'Attack',
    html: `<base href="${evil}/"><meta http-equiv="refresh" content="0;url=${evil}/refresh">
      <link rel="stylesheet" href="${evil}/link.css"><style>@import "${evil}/import.css"; p { background: url(${evil}/style) }</style>
      <script>top.hacked = 1</script><script src="${evil}/script.js"></script>
      <p>Hello <img src="${elsewhere.url}/fair.gif" alt="fair" onerror="top.hacked = 2" srcset="${evil}/srcset 2x"></p>
      <p style="background-image:url(${evil}/look);background:url('${evil}/short')">styled</p>
      <div style="list-style:url(${evil}/list);color:red;content:url(${evil}/content)">listed</div>
      <table background="${evil}/background"><tr><td style="background:\\75rl(${evil}/escaped)">cell</td></tr></table>
      <svg onload="top.hacked = 3"><image href="${evil}/svg"/><use href="${evil}/use#a"/></svg>
      <math><mtext><mglyph><style><img src=x onerror="top.hacked = 4"></style></mglyph></mtext></math>
      <noscript><p title="</noscript><img src=x onerror=top.hacked=5>"></noscript>
      <iframe src="${evil}/frame" srcdoc="<script>top.hacked = 6</script>"></iframe>
      <object data="${evil}/object"></object><embed src="${evil}/embed"><video poster="${evil}/poster" src="${evil}/video"></video>
      <picture><source srcset="${evil}/source"><img src="javascript:top.hacked=7"></picture>
      <form action="${evil}/form"><input type="image" src="${evil}/input"><button>Win</button></form>
      <a href="javascript:top.hacked=8">click</a> <a href="https://shop.example/" target="_top" ping="${evil}/ping">shop</a>
      <img src="cid:x&quot; onerror=&quot;top.hacked=9"> <img src="data:image/svg+xml,<svg onload='top.hacked=10'/>">
      <img src="/files/../api/auth/logout"> <img src="/files/%2e%2e/api/auth/logout?a"> <img src="${site.url}/api/auth/logout?b">
      <img data-remote-src="${evil}/given"> <p data-look="background:url(${evil}/given-look)">end</p>`,
  })
  await signIn(page, 'staff@example.com')
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  const { details } = await openThread(page, t, id)
  const frame = details.frameLocator('.mail-frame')
  const expectHarmless = async () => {
    await expect(frame.getByText('end')).toBeVisible()
    await expect(frame.locator('script, style, form, input, button, svg, iframe, object, embed, video')).toHaveCount(0)
    await expect(frame.getByRole('link', { name: 'click' })).toHaveCount(0)
    await expect(frame.getByRole('link', { name: 'shop' })).toHaveAttribute('target', '_blank')
    expect(await page.evaluate(() => (window as { hacked?: number }).hacked)).toBeUndefined()
    expect(asked.filter((url) => url.includes('/evil') || url.includes('logout'))).toEqual([])
    expect((await page.request.get('/api/auth/validate').then((answer) => answer.json())).user).toBe(
      'staff@example.com',
    )
  }
  await expectHarmless()
  expect(elsewhere.asked).toEqual([])

  await details.getByRole('button', { name: t('Show pictures') }).click()
  await expectDrawn(page, 'fair')
  await expectHarmless()
  expect(elsewhere.asked.map(({ path }) => path)).toEqual(['/fair.gif'])
})

test('the page for remote images runs no script, and only our own pages may frame it @once', async ({ page, site }) => {
  const answer = await page.request.get('/mail-frame.html')
  const policy = answer.headers()['content-security-policy']
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("frame-ancestors 'self'")
  expect(policy).not.toContain('allow-scripts')
  expect(answer.headers()['referrer-policy']).toBe('no-referrer')
  // By itself it is blank, and an injected script would not run.
  await page.goto(`${site.url}/mail-frame.html`)
  await expect(page.locator('body')).toBeEmpty()
})

/** Expects a loaded image in a mail's frame, with a size. */
async function expectDrawn(page: Page, name: string): Promise<void> {
  const picture = page.frameLocator('.mail-frame').getByRole('img', { name })
  await expect(picture).toBeVisible()
  await expect.poll(() => picture.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBe(1)
}
