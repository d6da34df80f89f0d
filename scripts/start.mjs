// `npm start`: prepares what is missing, then runs the service.
import "./prepare.mjs";
import "./serve.mjs";
