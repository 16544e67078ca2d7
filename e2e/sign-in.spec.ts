import { expectAccessible } from './accessibility.ts'
import { expect, test } from './fixtures.ts'

test('a person signs in with Enter and reaches the staff app @he', async ({ page, api, site, language, t }) => {
  await api.request.put('/api/user/Administrator', { data: { language } })
  await page.goto('/')
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.locator('html')).toHaveAttribute('dir', language === 'he' ? 'rtl' : 'ltr')
  await expect(page).toHaveTitle(new RegExp(`^${t('Login')} · `))
  await expectAccessible(page)
  await page.getByLabel(t('Email'), { exact: true }).fill('Administrator')
  await page.getByLabel(t('Password'), { exact: true }).fill(site.passwordOf('Administrator'))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/app$/)
  await expect(page.getByRole('button', { name: t('User menu') })).toBeVisible()
})

test('an empty form and a wrong password are refused, and the eye shows what is typed while held @he', async ({
  page,
  t,
}) => {
  await test.step('an empty email and an empty password both report that the password is required, and nothing is sent', async () => {
    const calls: string[] = []
    page.on('request', (request) => calls.push(new URL(request.url()).pathname))
    await page.goto('/login')
    const email = page.getByLabel(t('Email'), { exact: true })
    const message = page.getByText(t('Password is required'), { exact: true })

    await email.fill('Administrator')
    await page.getByRole('button', { name: t('Login'), exact: true }).click()
    await expect(message).toBeVisible()
    await expect(page.getByLabel(t('Password'), { exact: true })).toBeFocused()

    await page.reload()
    await page.getByLabel(t('Password'), { exact: true }).fill('something')
    await page.keyboard.press('Enter')
    await expect(message).toBeVisible()
    await expect(email).toBeFocused()
    expect(calls).not.toContain('/api/auth/login')
  })

  await test.step('a wrong password shows the error window, and the login screen stays', async () => {
    await page.goto('/login')
    await page.getByLabel(t('Email'), { exact: true }).fill('nobody@example.com')
    await page.getByLabel(t('Password'), { exact: true }).fill('wrong')
    await page.getByRole('button', { name: t('Login'), exact: true }).click()
    const window = page.getByRole('alertdialog', { name: t('Login Failed') })
    await expect(window).toContainText(t('Invalid login credentials'))
    await window.getByRole('button', { name: t('Ok'), exact: true }).click()
    await expect(window).toBeHidden()
    await expect(page).toHaveURL(/\/login$/)
  })

  await test.step('the password shows only while the eye is held down', async () => {
    await page.goto('/login')
    const password = page.getByLabel(t('Password'), { exact: true })
    await password.fill('secret')
    const eye = page.getByRole('button', { name: t('Hold to show password') })
    await expect(password).toHaveAttribute('type', 'password')

    await eye.hover()
    await page.mouse.down()
    await expect(password).toHaveAttribute('type', 'text')
    await page.mouse.up()
    await expect(password).toHaveAttribute('type', 'password')

    await page.mouse.down()
    await expect(password).toHaveAttribute('type', 'text')
    await page.mouse.move(5, 5)
    await expect(password).toHaveAttribute('type', 'password')
    await page.mouse.up()

    // A finger whose gesture the browser takes over for scrolling.
    const finger = { button: 0, pointerId: 7, pointerType: 'touch' }
    await eye.dispatchEvent('pointerdown', finger)
    await expect(password).toHaveAttribute('type', 'text')
    await eye.dispatchEvent('pointercancel', finger)
    await expect(password).toHaveAttribute('type', 'password')

    for (const key of ['Space', 'Enter']) {
      await eye.focus()
      await page.keyboard.down(key)
      await expect(password).toHaveAttribute('type', 'text')
      await page.keyboard.up(key)
      await expect(password).toHaveAttribute('type', 'password')
    }
    await page.keyboard.down('Space')
    await expect(password).toHaveAttribute('type', 'text')
    await password.focus()
    await expect(password).toHaveAttribute('type', 'password')
  })
})

test('a user whose language differs from that of the sign-in screen gets the app in their own @once', async ({
  page,
  api,
  site,
  language,
  t,
}) => {
  const own = language === 'he' ? 'en' : 'he'
  const user = await api.createUser({ language: own })
  await page.goto('/login')
  await page.getByLabel(t('Email'), { exact: true }).fill(user)
  await page.getByLabel(t('Password'), { exact: true }).fill(site.passwordOf(user))
  await page.getByRole('button', { name: t('Login'), exact: true }).click()
  await expect(page).toHaveURL(/\/app$/)
  await expect(page.locator('html')).toHaveAttribute('lang', own)
  await expect(page.locator('html')).toHaveAttribute('dir', own === 'he' ? 'rtl' : 'ltr')
  await expect(page.getByRole('main')).toBeVisible()
})

test('a guest reaches the wanted address after signing in, and a signed-in user not the sign-in screen @he', async ({
  page,
  site,
  signIn,
  t,
}) => {
  await test.step('a guest reaches the wanted address after signing in', async () => {
    await page.goto('/app/Task/TASK-0001?search=a#part')
    await expect(page).toHaveURL(/\/login$/)
    await page.getByLabel(t('Email'), { exact: true }).fill('staff@example.com')
    await page.getByLabel(t('Password'), { exact: true }).fill(site.passwordOf('staff@example.com'))
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/app\/Task\/TASK-0001\?search=a#part$/)
  })

  await test.step('a signed-in user is redirected from the login screen', async () => {
    await signIn(page)
    for (const address of ['/login', '/Login/']) {
      await page.goto(address)
      await expect(page).toHaveURL(/\/app$/)
    }
  })
})
