// Takes a second, because it starts real child processes to test their limits.
import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { createInspector } from './inspector.ts'
import { createSamplePdf, createSamplePicture } from './testing-samples.ts'

const folder = await mkdtemp(join(tmpdir(), 'tahanan-inspector-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const createPaths = () => ({
  whole: join(folder, 'whole'),
  thumb: join(folder, 'thumb'),
  screen: join(folder, 'screen'),
})

async function writeGivenFile(content: Buffer): Promise<string> {
  const path = join(folder, `given-${content.length}`)
  await writeFile(path, content)
  return path
}

test('a picture above the memory limit is refused, and the next one is prepared', async ({ skip }) => {
  if (process.platform !== 'linux') return skip('only Linux counts the memory of a process')
  const { prepareImage } = createInspector({ memory: 80 * 1024 * 1024 })
  const progressiveJpeg = await sharp({
    create: { width: 4000, height: 4000, channels: 3, background: '#2f6f5e' },
  })
    .jpeg({ progressive: true, chromaSubsampling: '4:4:4' })
    .toBuffer()
  // Two outcomes are possible, depending on which memory allocation fails: an error of the decoder, or the
  // end of the process.
  await expect(
    prepareImage('client 1', await writeGivenFile(progressiveJpeg), 'jpg', createPaths()),
  ).rejects.toThrow(/Insufficient memory|Error creating thread|Worker terminated Unexpectedly/)
  expect(
    await prepareImage(
      'client 1',
      await writeGivenFile(await createSamplePicture('jpeg')),
      'jpg',
      createPaths(),
    ),
  ).toEqual({
    width: 60,
    height: 40,
    hasScreen: true,
  })
  expect((await stat(createPaths().thumb)).mode & 0o777).toBe(0o600)
})

test('a file that takes too long is refused', async () => {
  const { prepareImage, cleanPdf } = createInspector({ milliseconds: 1 })
  await expect(
    prepareImage('client 1', await writeGivenFile(await createSamplePicture('png')), 'png', createPaths()),
  ).rejects.toThrow('timed out after 1 ms')
  expect(await cleanPdf('client 1', await writeGivenFile(await createSamplePdf()))).toBe('pdfUnreadable')
})

test('its processes have no passwords or keys in their environment', async ({ skip }) => {
  if (process.platform !== 'linux') return skip('only Linux shows the environment of a process')
  process.env['INSPECTOR_TEST_SECRET'] = 'secret'
  try {
    const { cleanPdf } = createInspector()
    expect(await cleanPdf('client 1', await writeGivenFile(await createSamplePdf()))).toBe('clean')
    const children = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)], {
      encoding: 'utf8',
    })
    const pids = [...children.matchAll(/^\s*(\d+) .*child-process/gm)].map(([, pid]) => pid)
    // A process of an earlier test may end before its file is read, so failed reads are ignored.
    const readResults = await Promise.allSettled(pids.map((pid) => readFile(`/proc/${pid}/environ`, 'utf8')))
    const environments = readResults.flatMap((result) =>
      result.status === 'fulfilled' ? [result.value] : [],
    )
    expect(environments).toContainEqual(expect.stringContaining('PATH='))
    for (const environment of environments) expect(environment).not.toContain('INSPECTOR_TEST_SECRET')
  } finally {
    delete process.env['INSPECTOR_TEST_SECRET']
  }
})
