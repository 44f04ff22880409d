import { parentPort } from 'node:worker_threads'

import { readFiles } from './read-files.ts'

// Reads the files of one request, and ends: its memory and its time are limited by whoever starts it.
parentPort?.once('message', (files) => void readFiles(files).then((read) => parentPort?.postMessage(read)))
