// The oldest browsers on which the page works: Chrome and Edge 123, Firefox 120, Safari 17.5, all of 2024 or before. An
// older one gets a sentence instead of a page without colours, or an empty one. This script is read by all of them, so it
// is written in the JavaScript of 2009.

// biome-ignore-all lint: older browsers read this file
(function () {
  var css = window.CSS && CSS.supports;
  if (css && CSS.supports("color", "light-dark(red, red)") && "WebAssembly" in window) return;
  var text =
    "This browser is too old for the page. It needs Chrome or Edge 123, Firefox 120, Safari 17.5, or a newer one.";
  document.addEventListener("DOMContentLoaded", function () {
    var sentence = document.createElement("p");
    sentence.className = "plain old-browser";
    sentence.appendChild(document.createTextNode(text));
    document.body.insertBefore(sentence, document.body.firstChild);
  });
})();
