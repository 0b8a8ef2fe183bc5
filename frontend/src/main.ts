import { mount } from 'svelte';
import './app.css';
import './classes.css';
import App from './App.svelte';
import { serverless } from './place';
import { keepSettings } from './settings.svelte';
import { awaitGesture } from './sound';

keepSettings();
awaitGesture();
const target = document.getElementById('app');
if (target) mount(App, { target });

if (serverless) {
  void import('./site');
} else if ('serviceWorker' in navigator && import.meta.env.PROD) {
  addEventListener('load', () => void navigator.serviceWorker.register('/sw.js').catch(() => undefined));
}
