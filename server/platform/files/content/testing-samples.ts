import { crc32, deflateSync } from 'node:zlib'
import Pdf from 'pdfkit'
import sharp from 'sharp'

export function createSamplePicture(
  format: 'jpeg' | 'png' | 'webp' | 'gif',
  width = 60,
  height = 40,
): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#2f6f5e' } })
    .toFormat(format)
    .toBuffer()
}

export async function createAnimation(format: 'webp' | 'gif', frames: number, side: number): Promise<Buffer> {
  const pictures = Array.from({ length: frames }, (_, n) =>
    sharp({
      create: {
        width: side,
        height: side,
        channels: 3,
        background: { r: n % 256, g: (n * 7) % 256, b: (n * 31) % 256 },
      },
    })
      .png()
      .toBuffer(),
  )
  return sharp(await Promise.all(pictures), { join: { animated: true } })
    .toFormat(format, { effort: 1 })
    .toBuffer()
}

export function createFakeSizePng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([1, 0, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    createChunk('IHDR', header),
    createChunk('IDAT', deflateSync(Buffer.alloc(100_000))),
    createChunk('IEND', Buffer.alloc(0)),
  ])
}

function createChunk(name: string, data: Buffer): Buffer {
  const typedData = Buffer.concat([Buffer.from(name), data])
  const lengthBytes = Buffer.alloc(4)
  lengthBytes.writeUInt32BE(data.length)
  const checksumBytes = Buffer.alloc(4)
  checksumBytes.writeUInt32BE(crc32(typedData))
  return Buffer.concat([lengthBytes, typedData, checksumBytes])
}

export function createFakeSizeGif(frames: number, side: number): Buffer {
  const screenDescriptor = Buffer.alloc(7)
  screenDescriptor.writeUInt16LE(side, 0)
  screenDescriptor.writeUInt16LE(side, 2)
  screenDescriptor[4] = 0x80
  const frame = Buffer.from('21f904000a0000002c0000000001000100000202440100', 'hex')
  return Buffer.concat([
    Buffer.from('GIF89a'),
    screenDescriptor,
    Buffer.from('2f6f5eff0000', 'hex'),
    ...Array.from({ length: frames }, () => frame),
    Buffer.from(';'),
  ])
}

export function createPhotograph(): Promise<Buffer> {
  return sharp({ create: { width: 600, height: 400, channels: 3, background: '#c06030' } })
    .jpeg()
    .withExif({
      IFD0: { Make: 'PhoneMaker' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '14/1 35/1 0/1',
        GPSLongitudeRef: 'E',
        GPSLongitude: '120/1 58/1 0/1',
      },
    })
    .withMetadata({ orientation: 6 })
    .toBuffer()
}

export function createSamplePdf(): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const document = new Pdf({ size: 'A5' })
    const chunks: Buffer[] = []
    document.on('data', (chunk: Buffer) => chunks.push(chunk))
    document.on('end', () => resolve(Buffer.concat(chunks)))
    document.on('error', reject)
    document.text('House rules').addPage().text('Quiet hours begin at ten.')
    document.end()
  })
}

function createBox(name: string, content: Buffer): Buffer {
  const header = Buffer.alloc(8)
  header.writeUInt32BE(8 + content.length, 0)
  header.write(name, 4, 'latin1')
  return Buffer.concat([header, content])
}

export function createSampleVideo(brand: 'isom' | 'qt  ' = 'isom', bytes = 2000): Buffer {
  return Buffer.concat([
    createBox('ftyp', Buffer.from(`${brand}\0\0\0\0${brand}`, 'latin1')),
    createBox('moov', Buffer.alloc(64)),
    createBox('mdat', Buffer.alloc(bytes, 7)),
  ])
}

export function createWebm(): Buffer {
  return Buffer.concat([
    Buffer.from(
      '1a45dfa39f4286810142f7810142f2810442f381084282847765626d42878104428581021853806701000000000000ff',
      'hex',
    ),
    Buffer.from('1f43b675', 'hex'),
    Buffer.alloc(200, 1),
  ])
}
