// Prints a line when it begins, reads every JSON file below a folder again and again until its input ends, then
// prints how many readings there were and which of them did not parse.   node pollFiles.mjs <folder>
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const [folder] = process.argv.slice(2);
let readings = 0;
const failures = [];

function read(file) {
  let text;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return; // not there yet, or sealed since it was listed
    throw error;
  }
  readings++;
  try {
    JSON.parse(text);
  } catch (error) {
    failures.push(`${file}: ${error.message}`);
  }
}

function poll() {
  let files = [];
  try {
    files = readdirSync(folder, { recursive: true });
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
  for (const file of files) if (file.endsWith('.json')) read(join(folder, file));
}

const timer = setInterval(poll, 1);
console.log('polling');
process.stdin.resume().on('end', () => {
  clearInterval(timer);
  poll();
  console.log(JSON.stringify({ readings, failures }));
});
